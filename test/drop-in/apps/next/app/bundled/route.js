import postgres from 'postgres';

// The driver becomes a part of the build, where it cannot be watched.
const sql = postgres('postgres://postgres@127.0.0.1:5432/test', { max: 1 });

export async function GET() {
  const rows = await sql`select 1 as one`.catch(() => []);
  return Response.json(rows);
}
