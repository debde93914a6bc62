import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serve } from '../sql/serve.mjs';

/** Runs statements with better-sqlite3, as a version that the recorder does not know. The copy is in `FAKE_PACKAGES`. */
const folder = mkdtempSync(join(process.env.FAKE_PACKAGES, 'app-'));
const copy = join(folder, 'node_modules/better-sqlite3');
mkdirSync(copy, { recursive: true });
const installed = join(dirname(createRequire(import.meta.url).resolve('better-sqlite3')), '..');
cpSync(join(installed, 'lib'), join(copy, 'lib'), { recursive: true });
symlinkSync(join(installed, 'prebuilds'), join(copy, 'prebuilds'));
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
const Database = createRequire(join(folder, 'app.js'))('better-sqlite3');
const db = new Database(process.env.SQL_FILE);

serve({
  select: () => db.prepare('select id, name from boats where id > ? order by id').all(1),
  missing: () => db.prepare('select missing from boats').all(),
});
