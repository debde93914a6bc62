import { ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Compiles a program that uses Oriel and returns the errors, each as `path(line,column): error TS…: text`; empty without errors. */
export async function compilerErrors(source: string): Promise<string> {
  const folder = await mkdtemp(path.join(ROOT, 'test/types/.errors-'));
  try {
    const [file, project] = [path.join(folder, 'a.ts'), path.join(folder, 'tsconfig.json')];
    await writeFile(file, source);
    await writeFile(project, JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: [file] }));
    const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
    const compiler = path.join(path.dirname(typescript), 'bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '-p', project, '--singleThreaded']);
    return '';
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    ok(stdout, String(error));
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
