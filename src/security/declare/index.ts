/** What applications declare voters with. It loads nothing of what asks them. */
export { voter } from '../voter.ts';
