import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as exported from '../../../web-client/package/client.js';
import { Emitter } from '../../../web-client/package/client/emitter.js';

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const read = (file) => readFileSync(path(`../../../web-client/package/${file}`), 'utf8');
const types = read('client.d.ts');
const protocol = read('protocol.d.ts');
const shared = JSON.parse(read('../api/schemas.json')).$defs;

/** The names that a pattern's first group finds in a text, each once, in order. */
const names = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

/** The body of a declaration. */
function body(text, head) {
  const start = text.indexOf(head);
  assert.ok(start >= 0, head);
  return text.slice(start, text.indexOf('\n}', start));
}

const MEMBER = /^ {2}(?:readonly |get )?(\w+)[?(<:]/gmu;
const members = (head) => names(body(types, head), MEMBER).filter((name) => name !== 'constructor');

/** What a user can reach of an object: its own fields and the members of its classes. */
function reachable(object) {
  const found = Object.keys(object);
  for (let one = Object.getPrototypeOf(object); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    found.push(...Object.getOwnPropertyNames(one));
  }
  return [...new Set(found)].filter((name) => name !== 'constructor').sort();
}

const client = new exported.Client({ url: 'ws://nowhere/ws', key: 'k', name: 'n', token: 't', cache: { attach() {} } });

test('the types declare what client.js exports, and nothing else that is there at run time', () => {
  assert.deepEqual(names(types, /^export declare (?:class|function|const) (\w+)/gmu), Object.keys(exported).sort());
});

test('the types declare every member of a client and of an open list, and no other', () => {
  assert.deepEqual(members('export declare class Client '), reachable(client));
  const emitter = members('export interface Emitter<');
  assert.deepEqual(emitter, reachable(new Emitter()));
  assert.deepEqual([...members('export interface OpenList '), ...emitter].sort(), reachable(client.open('l')));
});

test('the types declare every event, and no other', () => {
  const emitted = (...files) => names(files.map((file) => read(file)).join(''), /\bthis(?:\.#list)?\.emit\('(\w+)'/gu);
  const passedOn = names(read('client.js'), /for \(const name of \['(.*)'\]\)/gu)[0].split("', '");
  assert.deepEqual(members('export interface ClientEvents '), [...emitted('client.js'), ...passedOn].sort());
  assert.deepEqual(members('export interface OpenListEvents '), emitted('client/open-list.js', 'client/answers.js'));
});

test('the types declare every option of a client, and no other', () => {
  const named = (text) => text.split(',').map((part) => part.trim().match(/^\w+/u)?.[0]).filter(Boolean);
  const taken = ['client.js', 'client/connection.js'].flatMap((file) => (
    named(/constructor\(\{([^}]*)\}/u.exec(read(file))[1].replace(/\.\.\.\w+/u, ''))));
  assert.deepEqual(members('export interface ClientOptions '), [...new Set(taken)].sort());
});

test('the types have the actions, codes and change sets of the schemas', () => {
  assert.deepEqual(names(protocol, /\bop: '(\w+)'/gu),
    shared.action.oneOf.map(({ $ref }) => $ref.split('/').at(-1)).sort());
  for (const [type, schema] of [['RejectCode', 'reject'], ['ErrorCode', 'error']]) {
    const text = protocol.slice(protocol.indexOf(`export type ${type} =`));
    assert.deepEqual(names(text.slice(0, text.indexOf(';')), /'(\w+)'/gu),
      [...shared[schema].properties.code.enum].sort());
  }
  assert.deepEqual(names(body(protocol, 'export interface ChangeSet '), MEMBER),
    Object.keys(shared.changeSet.properties).sort());
  assert.deepEqual(names(body(protocol, 'export interface Rules '), MEMBER),
    Object.keys(shared.rules.properties).sort());
});

test('the compiler takes a program that uses the types, and refuses what they forbid', () => {
  const flags = ['--noEmit', '--strict', '--target', 'es2022',
    '--lib', 'es2022,dom', '--module', 'node16', '--moduleResolution', 'node16'];
  try {
    execFileSync('tsc', [...flags, path('client-types.ts')], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout || error.message);
  }
});
