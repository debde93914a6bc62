export async function GET(_request, { params }) {
  const { path } = await params;
  return Response.json(path);
}
