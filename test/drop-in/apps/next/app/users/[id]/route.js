export async function GET(_request, { params }) {
  return Response.json(await params);
}
