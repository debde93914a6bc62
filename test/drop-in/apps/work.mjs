import argon2 from 'argon2';
import bcrypt from 'bcrypt';
import bcryptjs, { compare } from 'bcryptjs';
import { execFileSync } from 'node:child_process';
import crypto, { pbkdf2, scryptSync } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, connect } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, gzip } from 'node:zlib';
import { serve } from './sql/serve.mjs';

/** Functions of Node.js and of libraries that take long. */
const require = createRequire(import.meta.url);
const umd = require('bcryptjs');
const bytes = Buffer.alloc(3_000_000, 'The quick brown fox jumps over the lazy dog. ');
const HASH = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8i8gZ3a3h9DFsyZ0d4kUQ0sS9NPU1e';
const echo = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');

serve({
  pbkdf2: async () => (await promisify(pbkdf2)('secret', 'salt', 60_000, 32, 'sha512')).toString('hex'),
  logins: async () => {
    for (let i = 0; i < 4; i++) await promisify(crypto.pbkdf2)('secret', 'salt', 60_000, 32, 'sha512');
    return 'done';
  },
  scryptSync: () => scryptSync('secret', 'salt', 32).toString('hex'),
  subtle: async () => {
    const key = await crypto.subtle.importKey('raw', Buffer.from('secret'), 'PBKDF2', false, ['deriveBits']);
    const options = { name: 'PBKDF2', salt: Buffer.from('salt'), iterations: 60_000, hash: 'SHA-512' };
    return Buffer.from(await crypto.subtle.deriveBits(options, key, 256)).toString('hex');
  },
  bcrypt: async () => [await bcrypt.compare('secret', HASH), bcrypt.compareSync('secret', HASH)],
  bcryptCallback: () => new Promise((resolve) => bcrypt.compare('secret', HASH, (...results) => resolve(results))),
  bcryptjs: async () => [
    await compare('secret', HASH),
    bcryptjs.compareSync('secret', HASH),
    umd.hashSync('a', 8).length,
  ],
  argon2: async () => (await argon2.hash('secret')).length,
  gzip: async () => (await promisify(gzip)(bytes)).length,
  brotli: () => brotliCompressSync(bytes.subarray(0, 300_000)).length,
  program: () => execFileSync(process.execPath, ['-p', '6 * 7', 'hunter2']).toString(),
  lookup: async () => typeof (await lookup('localhost')).address,
  file: async () => (await readFile(import.meta.filename, 'utf8')).length,
  connect: () =>
    new Promise((resolve) => connect(echo.address().port, '127.0.0.1').on('data', (text) => resolve(text.toString()))),
  invalid: () => scryptSync('secret', 'salt', -1),
  invalidSum: () => pbkdf2('secret', 'salt', 'many', 32, 'sha512', () => {}),
  missing: async () => await readFile('/missing/file'),
  unknown: async () => await promisify(pbkdf2)('secret', 'salt', 1, 32, 'sha-unknown'),
  shape: () => [pbkdf2, scryptSync, gzip, lookup, readFile].map(({ name, length }) => [name, length]),
});
