export async function POST(request) {
  const { city } = await request.json();
  return Response.json({ city });
}
