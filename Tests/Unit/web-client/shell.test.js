import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../web-client', import.meta.url));
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(FOLDER.length + 1))
  .filter((file) => !/^(pictures|docs|api)\/|\.d\.ts$/u.test(file));
/** The folders whose modules touch the document. */
const VIEWS = /^(elements|rows|sections|rules|input|finding|people|changing|details|dialogs|transfer|pages)\/|^admin\/([a-z]+-)?(page|view)\.js$/u;
/** Addresses from which programs import what is in the package. */
const ADDRESSES = ['client.js', 'list-model.js', 'list-store.js', 'token-renewal.js'];
const read = (file) => readFileSync(`${FOLDER}/${file}`, 'utf8');

test('the service worker keeps every file of the client', () => {
  const shell = [...read('sw.js').matchAll(/^ {2}'(.*)',$/gmu)].map(([, file]) => file);
  const notLoaded = ['sw.js', 'index.html', 'package/package.json', 'package/list-store.js',
    'package/token-renewal.js', ...ADDRESSES];
  // The page about the server is of use with the server alone.
  const wanted = files.filter((file) => !notLoaded.includes(file) && !/(^|\/)admin[./]/u.test(file));
  assert.deepEqual(shell.sort(), ['./', ...wanted].sort());
});

test('the service worker leaves the page about the server to the server', () => {
  const [, source] = /const ADMIN = \/(.*)\/u;/u.exec(read('sw.js'));
  const admin = new RegExp(source, 'u');
  const own = files.filter((file) => admin.test(`/${file}`));
  for (const path of ['/admin', '/admin/']) assert.match(path, admin);
  for (const file of ['admin/index.html', 'admin/page.js', 'styles/admin.css', 'texts/de/admin.js']) {
    assert.ok(own.includes(file), file);
  }
  for (const path of ['/', '/app.js', '/administration']) assert.doesNotMatch(path, admin);
});

test('the page about the server names every file from the top of the site', () => {
  const named = [...read('admin/index.html').matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, to]) => to);
  assert.ok(named.length > 8);
  for (const path of named) assert.ok(files.includes(path.slice(1)) && path.startsWith('/'), path);
});

test('the icons are there in the sizes that are said', () => {
  const sizeOf = (file) => {
    const png = readFileSync(`${FOLDER}/${file}`);
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
  };
  const icons = JSON.parse(read('manifest.webmanifest')).icons.filter(({ type }) => type === 'image/png');
  assert.deepEqual(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort(),
    ['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of icons) assert.equal(sizeOf(src), sizes);
  const [, touch] = /rel="apple-touch-icon" href="([^"]+)"/u.exec(read('index.html'));
  assert.equal(sizeOf(touch), '180x180');
  assert.deepEqual([...readFileSync(`${FOLDER}/favicon.ico`).subarray(0, 4)], [0, 0, 1, 0]);
});

test('no file has more than 400 lines, and no folder fewer than 4 modules or more than 15', () => {
  const modules = files.filter((file) => file.endsWith('.js'));
  for (const file of files) assert.ok(read(file).split('\n').length - 1 <= 400, file);
  const counts = new Map();
  for (const file of modules) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  for (const [folder, count] of counts) assert.ok(count >= 4 && count <= 15, `${folder}: ${count}`);
});

test('the page holds no script, style or markup that the policy would refuse', () => {
  for (const page of ['index.html', 'admin/index.html']) {
    assert.doesNotMatch(read(page), /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=|https?:/u);
  }
  const scripts = files.filter((file) => file.endsWith('.js'));
  for (const file of scripts) {
    assert.doesNotMatch(read(file), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/u, file);
  }
});

test('only views use the document, and only messages.js has message types', () => {
  for (const file of files.filter((one) => one.endsWith('.js') && !['app.js', 'theme.js'].includes(one))) {
    const text = read(file);
    if (!VIEWS.test(file)) assert.doesNotMatch(text, /\bdocument\.\w/u, file);
    if (file !== 'package/messages.js') assert.doesNotMatch(text, /type: '(hello|open|edit|presence|undo|admin)'/u, file);
    if (file.startsWith('package/')) assert.doesNotMatch(text, /from '(\.\.\/)+(?!client|model|messages|list-model)/u, file);
  }
});

test('modules keep to what the server bundles', () => {
  const other = /^export (?!(?:async )?function|class |const \w+ =|\{)|^import (?!\{|\* as |'\.)|import\.meta|^await /mu;
  for (const file of files.filter((one) => one.endsWith('.js') && ![...ADDRESSES, 'sw.js'].includes(one))) {
    assert.doesNotMatch(read(file), other, file);
  }
});

test('no module of the bundle calls a method await, which the server takes for the word', () => {
  for (const file of files.filter((one) => /\.js$/u.test(one) && !one.endsWith('token-renewal.js'))) {
    assert.doesNotMatch(read(file), /[#.]await\b/u, file);
  }
});

test('texts follow the font size of the browser, and colours the theme that was chosen', () => {
  for (const file of files.filter((one) => one.endsWith('.css'))) {
    assert.doesNotMatch(read(file), /font(-size)?: [^;]*\dpx/u, file);
    assert.doesNotMatch(read(file), /prefers-color-scheme/u, file);
  }
});

test('what is loaded on demand is no part of the first load', () => {
  const imported = new Map();
  const visit = (file) => {
    if (imported.has(file)) return;
    imported.set(file, null);
    const from = [...read(file).matchAll(/^(?:import|export)\b[^;']*'(\.[^']+)';/gmu)];
    for (const [, path] of from) {
      const next = posix.join(dirname(file), path);
      visit(next);
      if (!imported.get(next)) imported.set(next, file);
    }
  };
  visit('app.js');
  const lazy = [...read('lazy.js').matchAll(/from '\.\/([^']+)'/gu)].map(([, file]) => file);
  assert.ok(lazy.length > 5 && imported.size > 50);
  for (const file of lazy) assert.ok(!imported.has(file), `${imported.get(file)} imports ${file}`);
});
