import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReferenceSidebars, createSidebar } from './navigation.ts';

test('the sidebar has the sections and pages of the index in their order', () => {
  const index =
    '# Documentation\n\n## Guides\n\n| [Start](getting-started.md) | x |\n\n## Profiler\n\n[usage](profiler.md) · [a](profiler.md)\n';
  const [guides, profiler, project] = createSidebar(index, (path) => `Title of ${path}`);
  assert.deepEqual(guides, {
    text: 'Guides',
    collapsed: false,
    items: [{ text: 'Title of docs/getting-started.md', link: '/getting-started' }],
  });
  assert.equal(profiler?.items?.length, 1);
  assert.deepEqual(project?.items?.at(-1), { text: 'Decisions', link: '/decisions/' });
});

test('an entry point has a sidebar with its members by kind', () => {
  const sidebars = createReferenceSidebars([
    'reference/index.md',
    'reference/oriel/index.md',
    'reference/oriel/hub/index.md',
    'reference/oriel/hub/interfaces/Update.md',
    'reference/oriel/functions/route.md',
  ]);
  assert.deepEqual(Object.keys(sidebars), ['/reference/', '/reference/oriel/', '/reference/oriel/hub/']);
  assert.deepEqual(sidebars['/reference/oriel/hub/']?.[0], {
    text: 'Interfaces of oriel-host/hub',
    items: [{ text: 'Update', link: '/reference/oriel/hub/interfaces/Update' }],
  });
  assert.equal(sidebars['/reference/oriel/']?.[0]?.items?.[0]?.text, 'route');
});
