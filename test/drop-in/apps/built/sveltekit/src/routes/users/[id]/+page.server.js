export function load({ params }) {
  return { id: params.id };
}
