import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../web-client/package', import.meta.url));
const manifest = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
const program = mkdtempSync(join(tmpdir(), 'lockstep-package-'));
const installed = join(program, 'node_modules', manifest.name);
after(() => rmSync(program, { recursive: true }));

// What npm publishes: what `files` names, and always the manifest.
for (const file of ['package.json', ...manifest.files]) {
  cpSync(join(SOURCE, file), join(installed, file), { recursive: true });
}
writeFileSync(join(program, 'package.json'), '{ "type": "module" }');

test('what the exports name is published', () => {
  const named = Object.values(manifest.exports).flatMap((one) => Object.values(one));
  assert.equal(named.length, 6);
  for (const file of named) assert.ok(existsSync(join(installed, file)), file);
});

test('published modules and types import published files only', () => {
  const files = readdirSync(installed, { recursive: true }).filter((file) => /\.(js|ts)$/u.test(file));
  let count = 0;
  for (const file of files) {
    const text = readFileSync(join(installed, file), 'utf8');
    for (const [, fixed, to = fixed] of text.matchAll(/^(?:import|export|\}).* from '([^']+)'|\bimport\('([^']+)'\)/gmu)) {
      const target = posix.join(posix.dirname(file), to);
      const wanted = file.endsWith('.d.ts') ? target.replace(/\.js$/u, '.d.ts') : target;
      assert.ok(to.startsWith('.') && existsSync(join(installed, wanted)), `${file}: ${to}`);
      count += 1;
    }
  }
  assert.ok(count > 20);
});

test('a program imports the package by its name', () => {
  writeFileSync(join(program, 'main.js'), `
    import { Client, randomId } from '${manifest.name}';
    import { listStore } from '${manifest.name}/store';
    import { endOf } from '${manifest.name}/tokens';
    if (endOf('none') !== null) throw new Error('a token without an end');
    const client = new Client({ url: 'ws://127.0.0.1/ws', key: randomId(24) });
    console.log(listStore(client.open('l')).getSnapshot().status);
  `);
  assert.equal(execFileSync(process.execPath, ['main.js'], { cwd: program, encoding: 'utf8' }), 'opening\n');
});

test('TypeScript finds the types of the package by its name', () => {
  writeFileSync(join(program, 'main.ts'), `
    import { Client } from '${manifest.name}';
    import { listStore } from '${manifest.name}/store';
    const store = listStore(new Client({ url: 'ws://127.0.0.1/ws', key: 'k' }).open('l'));
    export const title: string | undefined = store.getSnapshot().list?.title;
    // @ts-expect-error: a status is no number, which the compiler knows from the types only.
    export const status: number = store.getSnapshot().status;
  `);
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom',
    '--module', 'node16', '--moduleResolution', 'node16'];
  execFileSync('tsc', [...flags, 'main.ts'], { cwd: program, stdio: 'pipe' });
});
