import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HostConfig } from 'oriel-host';
import { createCheckedHost } from '../lib/checked-host.ts';

interface Tasks {
  readonly skip?: string | false;
  /** Whether the database rejects values that are out of the range of their type. */
  readonly hasRanges: boolean;
  readonly config: () => HostConfig;
}

/** Tests `filter.sql` of a library over one database. */
export function checkSqlFilters(name: string, { skip = false, hasRanges, config }: Tasks): void {
  describe(`filter.sql of ${name}`, { skip }, () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const { host, send } = createCheckedHost(config());
      await using _ = host;
      const response = await send(`GET ${path}`, { headers: { 'X-Team': 'core', ...headers } });
      return { response, text: await response.text() };
    };
    const list = async (query: string, headers?: Record<string, string>): Promise<number[]> => {
      const { text } = await ask(`/api/tasks?itemsPerPage=10&${query}`, headers);
      return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
    };

    test('finds the rows of the tenant that meet the condition, in the order of the resource', async () => {
      deepEqual(await list('votes=1'), [3, 2, 1]);
      deepEqual(await list('votes=2'), [1]);
      deepEqual(await list('votes=2', { 'X-Team': 'docs' }), [5]);
      deepEqual(await list('voter=bob'), [3, 1]);
      deepEqual(await list('from=4'), [2, 1]);
    });

    test('combines with other filters, alternatives and lists of values', async () => {
      deepEqual(await list('voter=bob&title=ai'), [1]);
      deepEqual(await list('title=a&votes=0&voter=ada'), [2, 1]);
      deepEqual(await list('or[0][voter]=bob&or[0][title]=rig&or[1][votes]=2'), [3, 1]);
      deepEqual(await list('voters[]=bob&voters[]=ada'), [3, 2, 1]);
      deepEqual(await list('voters=bob'), [3, 1]);
    });

    test('reads the request, and does not exist for users without the right to its parameter', async () => {
      deepEqual(await list('mine=true', { 'X-User': 'ada' }), [2, 1]);
      deepEqual(await list('mine=false', { 'X-User': 'ada' }), [4, 3]);
      const { response, text } = await ask('/api/tasks?mine=true');
      equal(response.status, 400);
      match(text, /unknown_parameter/);
    });

    test('works in pages by cursor with a total count', async () => {
      const seen: string[] = [];
      let path: string | undefined = '/api/tasks?votes=1';
      while (path !== undefined) {
        const { response, text } = await ask(path);
        equal(response.headers.get('x-total-count'), '3');
        seen.push(text);
        path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      deepEqual(
        seen.flatMap((text) => (JSON.parse(text) as { id: number }[]).map(({ id }) => id)),
        [3, 2, 1],
      );
    });

    test('works in every format, and in the body of QUERY', async () => {
      const csv = await ask('/api/tasks?itemsPerPage=10&voter=bob', { Accept: 'text/csv' });
      equal(csv.text, 'id,title,team,place\r\n3,Rig,core,3\r\n1,Paint,core,5\r\n');
      const lines = await ask('/api/tasks?itemsPerPage=10&voter=bob', { Accept: 'application/x-ndjson' });
      match(lines.text, /^\{"id":3,.*\}\n\{"id":1,.*\}\n$/);
      const jsonApi = await ask('/api/tasks?filter[voter]=bob&page[size]=10', { Accept: 'application/vnd.api+json' });
      match(jsonApi.text, /"id":"3".*"id":"1"/);
      const hydra = await ask('/api/tasks?voter=bob', { Accept: 'application/ld+json' });
      match(hydra.text, /"variable":"voter","property":null/);
      const { host, send } = createCheckedHost(config());
      await using _ = host;
      const headers = { 'X-Team': 'core', 'Content-Type': 'application/json' };
      const found = await send('QUERY /api/tasks', {
        headers,
        body: JSON.stringify({ voter: 'bob', itemsPerPage: 10 }),
      });
      deepEqual(
        ((await found.json()) as { id: number }[]).map(({ id }) => id),
        [3, 1],
      );
    });

    test('rejects values that the schema does not accept with 400', async () => {
      for (const query of [
        'votes=x',
        'votes=-1',
        'votes=1.5',
        'voter=eve',
        'voter=',
        'votes=1&votes=2',
        'voters[]=eve',
      ]) {
        const { response, text } = await ask(`/api/tasks?${query}`);
        equal(response.status, 400, `${query}: ${text}`);
        match(text, /"parameter":"vote/);
      }
      equal((await ask("/api/tasks?voter=ada'%20or%201=1--")).response.status, 400);
      equal((await ask('/api/tasks?voter=a%00')).response.status, 400);
    });

    test('responds with 400 if the value is out of range for the database', { skip: !hasRanges }, async () => {
      const { response, text } = await ask('/api/tasks?from=9007199254740991');
      equal(response.status, 400, text);
      match(text, /cannot use the value of a filter/);
    });

    test('is described in the OpenAPI document', async () => {
      const { text } = await ask('/api/docs.json');
      const { paths, components } = JSON.parse(text) as {
        paths: { '/api/tasks': { get: { parameters: (Parameter & { $ref?: string })[] } } };
        components: { parameters: Record<string, Parameter> };
      };
      const parameters = paths['/api/tasks'].get.parameters.map((parameter) =>
        parameter.$ref === undefined ? parameter : components.parameters[parameter.$ref.split('/').at(-1)!]!,
      );
      const find = (wanted: string) => parameters.find((parameter) => parameter.name === wanted);
      match(find('voter')!.description, /^Has a vote of this user\./);
      deepEqual(find('voter')!.schema['enum'], ['ada', 'bob']);
      equal(find('votes')!.schema['minimum'], 0);
      equal(find('voters[]')!.schema['type'], 'array');
    });
  });
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}
