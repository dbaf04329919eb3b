import assert from 'node:assert/strict';
import { test } from 'node:test';

import { claimKey } from '../../web-client/client/credentials.js';

function storage(key) {
  const items = new Map(key ? [['lockstep.key', key]] : []);
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => items.set(name, value) };
}

/** Web Locks of which those of `taken` keys are held elsewhere. */
function locks(...taken) {
  return {
    request: async (name, options, then) => {
      if (!taken.includes(name.slice('lockstep.'.length))) return then({ name });
      if (options.ifAvailable) return then(null);
      throw new DOMException('waited for too long', 'TimeoutError');
    },
  };
}

test('a tab keeps its key over a reload', async () => {
  assert.equal(await claimKey({ session: storage('mine'), locks: locks() }), 'mine');
});

test('a duplicated tab makes a new key', async () => {
  const session = storage('mine');
  const key = await claimKey({ session, locks: locks('mine') });
  assert.match(key, /^[0-9a-v]{24}$/u);
  assert.equal(session.getItem('lockstep.key'), key);
});

test('a new tab adopts the first orphan that nobody holds', async () => {
  const key = await claimKey({ session: storage(), locks: locks('busy'), candidates: ['busy', 'free'] });
  assert.equal(key, 'free');
});

test('without Web Locks a tab goes by its session alone', async () => {
  assert.equal(await claimKey({ session: storage('mine'), candidates: ['other'] }), 'mine');
});

test('where nothing is kept, a reload takes a new key: it does not know the ids that it used', async () => {
  const session = storage('mine');
  const key = await claimKey({ session, locks: locks(), keeps: false });
  assert.notEqual(key, 'mine');
  assert.equal(session.getItem('lockstep.key'), key);
});
