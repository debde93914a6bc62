import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { openPostgresBooks } from '../servers/postgres-books.ts';
import { nextId } from '../servers/environment.ts';
import { PAGE_SIZE } from '../books.ts';
import { PAGE_HEADERS, cursorLinks, pageLinks } from '../workloads.ts';

/** What the routes of all databases have in common. */
export interface PageRoute {
  readonly schema: object;
  /** The columns in SQL, with the names of the fields. */
  readonly columns: string;
  /** The media types that are negotiated. */
  readonly formats: string[];
}

/** Adds a route with pages by number or by cursor from PostgreSQL, with the SQL that Oriel sends. */
export async function addPostgresPages(app: FastifyInstance, by: 'number' | 'cursor', route: PageRoute): Promise<void> {
  const pool = await openPostgresBooks('fastify_bench');
  if (by === 'number') addNumberedPages(app, pool, route);
  else addCursorPages(app, pool, route);
}

function addNumberedPages(app: FastifyInstance, pool: Pool, { schema, columns, formats }: PageRoute): void {
  app.get('/api/books', { schema }, async (request, reply) => {
    const type = request.accepts().type(formats);
    const page = Number((request.query as { page?: string }).page ?? 1);
    if (type === false || !(page >= 1)) return reply.code(type === false ? 406 : 400).send();
    const [list, count] = await Promise.all([
      pool.query(`select ${columns} from books order by id limit $1 offset $2`, [PAGE_SIZE, (page - 1) * PAGE_SIZE]),
      pool.query<{ n: string }>('select count(*) as n from books'),
    ]);
    const n = Number(count.rows.at(0)?.n);
    reply.headers({
      ...PAGE_HEADERS,
      'x-total-count': String(n),
      Link: pageLinks(request.host, page, Math.ceil(n / PAGE_SIZE)),
      'X-Request-Id': nextId(),
    });
    return list.rows;
  });
}

function addCursorPages(app: FastifyInstance, pool: Pool, { schema, columns, formats }: PageRoute): void {
  app.get('/api/books', { schema }, async (request, reply) => {
    if (request.accepts().type(formats) === false) return reply.code(406).send();
    const { cursor } = request.query as { cursor?: string };
    let place: Place | undefined;
    try {
      if (cursor !== undefined) place = JSON.parse(String(Buffer.from(cursor, 'base64url'))) as Place;
    } catch {
      return reply.code(400).send();
    }
    const isBack = place !== undefined && place[0] === 0;
    const after = place === undefined ? '' : `where (title, id) ${isBack ? '<' : '>'} ($2, $3)`;
    const order = isBack ? 'title desc, id desc' : 'title, id';
    const { rows } = await pool.query<Row>(
      `select ${columns} from books ${after} order by ${order} limit $1`,
      place === undefined ? [PAGE_SIZE + 1] : [PAGE_SIZE + 1, place[1], place[2]],
    );
    const more = rows.length > PAGE_SIZE;
    if (more) rows.pop();
    if (isBack) rows.reverse();
    const previous = (isBack ? more : place !== undefined) && rows.length > 0 ? write(0, rows.at(0)!) : undefined;
    const next = (isBack || more) && rows.length > 0 ? write(1, rows.at(-1)!) : undefined;
    reply.headers({ ...PAGE_HEADERS, Link: cursorLinks(request.host, previous, next), 'X-Request-Id': nextId() });
    return rows;
  });
}

type Row = Readonly<Record<'title' | 'id', unknown>>;
type Place = [isAfter: number, title: string, id: number];

function write(isAfter: number, { title, id }: Row): string {
  return Buffer.from(JSON.stringify([isAfter, title, id])).toString('base64url');
}
