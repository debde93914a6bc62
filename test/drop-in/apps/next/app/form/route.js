export async function POST(request) {
  const form = await request.formData();
  return Response.json({ city: form.get('city') });
}
