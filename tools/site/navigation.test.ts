import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProjectSidebar, createReferenceSidebars, createSidebar, getPart } from './navigation.ts';

const INDEX = `# Documentation

## Profiler

### Use

[Start](profiler/getting-started.md) · [usage](profiler/usage.md) · [a](profiler/usage.md)

## API host

### Guides

| [Start](host/getting-started.md) | x |
`;
const getTitle = (path: string): string => `Title of ${path}`;

test('the sidebar of a part has the sections and pages of its list only, in their order', () => {
  assert.deepEqual(createSidebar('profiler', INDEX, getTitle), [
    {
      text: 'Use',
      collapsed: false,
      items: [
        { text: 'Title of docs/profiler/getting-started.md', link: '/profiler/getting-started' },
        { text: 'Title of docs/profiler/usage.md', link: '/profiler/usage' },
      ],
    },
  ]);
  assert.deepEqual(
    createSidebar('host', INDEX, getTitle).map(({ text, items }) => [text, items?.length]),
    [['Guides', 1]],
  );
});

test('pages about the project are in neither part', () => {
  const [project] = createProjectSidebar(getTitle);
  assert.deepEqual(project?.items?.at(-1), { text: 'Decisions', link: '/decisions/' });
  assert.ok(project.items.every(({ link }) => getPart(link!.slice(1)) === undefined));
});

test('an entry point has a sidebar with its members by kind', () => {
  const sidebars = createReferenceSidebars('host', [
    'host/reference/index.md',
    'host/reference/oriel-host/index.md',
    'host/reference/oriel-host/hub/index.md',
    'host/reference/oriel-host/hub/interfaces/Update.md',
    'host/reference/oriel-host/functions/route.md',
    'profiler/reference/oriel/index.md',
  ]);
  assert.deepEqual(Object.keys(sidebars), [
    '/host/reference/',
    '/host/reference/oriel-host/',
    '/host/reference/oriel-host/hub/',
  ]);
  assert.deepEqual(sidebars['/host/reference/oriel-host/hub/']?.[0], {
    text: 'Interfaces of oriel-host/hub',
    items: [{ text: 'Update', link: '/host/reference/oriel-host/hub/interfaces/Update' }],
  });
  assert.equal(sidebars['/host/reference/oriel-host/']?.[0]?.items?.[0]?.text, 'route');
});
