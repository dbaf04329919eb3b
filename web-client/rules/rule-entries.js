/** The entries of the row menu with which an owner changes the rules of rows. */

import { isOwner } from '../package/list-model.js';
import { isLocked } from './rule-edits.js';

/** The entries of the row menu; see there. */
export const RULE_ENTRIES = [
  {
    action: 'lock', label: 'rules.lock', icon: 'lock',
    isShown: ({ role, row }) => isOwner(role) && !isLocked(row),
  },
  {
    action: 'unlock', label: 'rules.unlock', icon: 'lock',
    isShown: ({ role, row }) => isOwner(role) && isLocked(row),
  },
  {
    action: 'pin', label: 'rules.pinToTop', icon: 'pin',
    isShown: ({ role, row }) => isOwner(role) && !row.pinned,
  },
  {
    action: 'unpin', label: 'rules.unpin', icon: 'pin',
    isShown: ({ role, row }) => isOwner(role) && Boolean(row.pinned),
  },
  {
    action: 'row-rules', label: 'rules.more', icon: 'settings',
    isShown: ({ role, ids }) => isOwner(role) && ids.length === 1,
  },
];
