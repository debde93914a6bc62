import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import zlib from 'node:zlib';
import { measureMethods } from './record-work.ts';

/**
 * Measures functions of Node.js that take long, so that the timeline names the cause of a gap: keys and hashes of passwords,
 * compression, lookups of names, files and programs.
 */
export function watchBuiltins(): void {
  if (watched) return;
  watched = true;
  // The module itself is changed, not a copy of its functions.
  const fs = process.getBuiltinModule('node:fs');
  measureMethods(crypto, withSync(['pbkdf2', 'scrypt', 'argon2', 'hkdf']), '');
  measureMethods(crypto, withSync(['generateKeyPair', 'generatePrime', 'checkPrime']), '');
  measureMethods(SUBTLE, ['deriveBits', 'deriveKey', 'generateKey'], 'subtle.');
  measureMethods(zlib, withSync(COMPRESSION), '');
  const names = ['resolve', 'resolve4', 'resolve6', 'resolveSrv', 'resolveMx', 'resolveTxt', 'lookup', 'reverse'];
  measureMethods(dns, names, 'dns.', ([name]) => String(name));
  measureMethods(dns.promises, names, 'dns.', ([name]) => String(name));
  measureMethods(fs, withSync(FILES), 'fs.', describeFile);
  measureMethods(fs.promises, FILES, 'fs.', describeFile);
  measureMethods(childProcess, ['execSync', 'execFileSync', 'spawnSync'], '', ([command]) => readProgram(command));
  syncBuiltinESMExports();
}

let watched = false;
const SUBTLE = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
const COMPRESSION = ['gzip', 'gunzip', 'deflate', 'deflateRaw', 'inflate', 'inflateRaw', 'unzip'].concat(
  ['brotliCompress', 'brotliDecompress'],
  ['zstdCompress', 'zstdDecompress'],
);
const FILES = ['readFile', 'writeFile', 'appendFile', 'copyFile', 'readdir', 'cp', 'rm'];

function withSync(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, `${name}Sync`]);
}

function describeFile([file]: readonly unknown[]): string {
  const path = file instanceof URL ? file.pathname : file;
  if (typeof path !== 'string') return '';
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}

// Arguments may contain secrets.
function readProgram(command: unknown): string {
  return /^\S{1,100}/.exec(String(command))?.[0] ?? '';
}
