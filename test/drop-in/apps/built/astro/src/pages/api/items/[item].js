export function GET({ params }) {
  if (params.item === 'broken') throw new RangeError('planned');
  return Response.json(params);
}
