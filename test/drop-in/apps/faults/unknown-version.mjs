import { createServer } from 'node:http';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Serves connect, as a version that the recorder does not know. The copy is in the folder `FAKE_PACKAGES`. */
const folder = mkdtempSync(join(process.env.FAKE_PACKAGES, 'app-'));
const modules = join(folder, 'node_modules');
mkdirSync(modules);
const packages = createRequire(import.meta.url)
  .resolve('connect/package.json')
  .replace(/connect.package\.json$/, '');
for (const name of ['connect', 'debug', 'finalhandler', 'parseurl', 'utils-merge', 'ms', 'encodeurl', 'escape-html'])
  cpSync(join(packages, name), join(modules, name), { recursive: true });
for (const name of ['on-finished', 'statuses', 'unpipe', 'ee-first'])
  cpSync(join(packages, name), join(modules, name), { recursive: true });
const manifest = join(modules, 'connect/package.json');
writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: '99.0.0' }));
const connect = createRequire(join(folder, 'app.js'))('connect');
const app = connect();
app.use('/hello', (_request, response) => response.end('{"hello":"world"}'));
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
