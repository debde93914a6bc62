import { json } from '@sveltejs/kit';

export function GET({ params }) {
  if (params.item === 'broken') throw new RangeError('planned');
  return json(params);
}
