import { after, before } from 'node:test';
import { defineHost, filter, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { apiKey, createApiKey, hashPassword, sessionLogin } from 'oriel-host/security';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const City = z.object({
  id: z.number().int(),
  name: z.string().min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
  population: z.number().int().min(0),
  founded: z.iso.date().nullable(),
});
/** The API key of an editor. */
export const issued = createApiKey('docs');
const password = await hashPassword('secret', { memory: 64, passes: 1 });
const guide = { id: 'guide', roles: ['editor'] };

function docsHost(extra: Partial<HostConfig>) {
  return defineHost({
    title: 'Docs',
    resources: [
      resource('cities', City, {
        id: 'id',
        input: { create: City.omit({ id: true }) },
        filters: {
          name: filter.partial(),
          country: filter.exact(),
          population: filter.range(),
          founded: filter.date(),
          exists: filter.exists(['founded']),
          order: filter.order(['name', 'population']),
          q: filter.search(['name']),
        },
        views: { short: ['id', 'name'] },
        page: { off: true },
        access: { read: 'public', write: 'role:editor' },
        store: memoryStore([{ id: 1, name: 'Oslo', country: 'NO', population: 700_000, founded: null }]),
      }),
    ],
    routes: [route('token', 'GET /token', { handle: ({ session }) => session.csrfToken() })],
    sessions: {},
    security: {
      users: [{ id: 'ada', roles: ['editor'], password }],
      firewalls: [
        {
          name: 'all',
          anonymous: true,
          authenticators: [apiKey({ keys: [{ id: issued.id, hash: issued.hash, user: guide }] }), sessionLogin()],
        },
      ],
    },
    log: false,
    profiler: false,
    ...extra,
  });
}

/** Serves a host whose page of the API documentation is `/api/docs`. */
export async function serve(extra: Partial<HostConfig>, use: (origin: string) => Promise<void>): Promise<void> {
  const { origin, close } = await start(extra);
  try {
    await use(origin);
  } finally {
    await close();
  }
}

/** Serves a host for all tests of a `describe`. Returns a function that returns its origin. */
export function serveForAll(extra: Partial<HostConfig>): () => string {
  let served: Awaited<ReturnType<typeof start>> | undefined;
  before(async () => {
    served = await start(extra);
  });
  after(() => served?.close());
  return () => served!.origin;
}

async function start(extra: Partial<HostConfig>) {
  const host = docsHost(extra);
  // A host with a profiler runs as during development.
  const { port } = await host.listen({ port: 0, mode: extra.profiler ? 'development' : 'production' });
  return { origin: `http://127.0.0.1:${port}`, close: () => host.close() };
}

/** Executes an operation without changes to its form, and returns the status that Swagger UI shows. */
export async function execute(page: Page, operation: string): Promise<string> {
  const block = page.locator(`[id^="operations-"][id$=".${operation}"]`);
  if (!(await block.locator('button.execute').isVisible())) await block.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/cities'));
  await block.locator('button.execute').click();
  await answered;
  return (await block.locator('.live-responses-table .response-col_status').last().innerText()).trim();
}

/** Enters the credentials of a security scheme in the dialog. */
export async function authorize(page: Page, scheme: string, value: string): Promise<void> {
  await page.locator('.scheme-container button.authorize').click();
  const dialog = page.locator('.auth-container', { hasText: scheme });
  await dialog.locator('input').fill(value);
  await dialog.locator('button[type=submit]').click();
  await page.locator('.modal-ux button.btn-done').first().click();
}
