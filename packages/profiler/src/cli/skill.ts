import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCommand, print, shorten } from 'oriel-core/cli';

/** `oriel skill`: writes instructions for assistants into the project. */
export const command = defineCommand({
  name: 'skill',
  summary: 'write instructions for assistants into the project',
  usage: 'skill [--folder path]',
  help: [
    ['--folder path', 'the folder of the skills (default .agents/skills); a file of an earlier version is replaced'],
  ],
  examples: ['oriel skill', 'oriel skill --folder .github/skills'],
  options: { folder: { type: 'string' } },
  maxPositionals: 0,
  run: async ({ folder = join('.agents', 'skills') }) => {
    const file = join(folder, 'oriel', 'SKILL.md');
    mkdirSync(join(folder, 'oriel'), { recursive: true });
    const manifest = fileURLToPath(import.meta.resolve('oriel/package.json'));
    copyFileSync(join(manifest, '..', 'skills', 'oriel', 'SKILL.md'), file);
    return print(`Written to ${shorten(file)}`);
  },
});
