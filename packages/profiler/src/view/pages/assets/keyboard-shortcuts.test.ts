import { match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { KEYBOARD_SHORTCUTS } from './keyboard-shortcuts.ts';
import { PAGE_SCRIPT } from './page-scripts.ts';

test('the dialog lists every keyboard shortcut of the script', () => {
  const [, panels = ''] = /panels=\{([^}]+)\}/.exec(PAGE_SCRIPT) ?? [];
  const letters = [...panels.matchAll(/(\w):'(\w+)'/g)];
  ok(letters.length >= 8);
  const help = KEYBOARD_SHORTCUTS.toString();
  for (const [, letter, name] of letters) {
    match(help, new RegExp(`<kbd>g ${letter}</kbd>`), name);
    ok(help.includes(name!), name);
  }
  for (const key of ['/', 'j', 'k', 'Enter', '.', 'Space', '[', ']', 'c', '?', 'g h'])
    ok(help.includes(`<kbd>${key}</kbd>`), key);
});
