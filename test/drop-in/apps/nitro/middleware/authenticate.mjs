import { getHeader } from 'nitro/h3';
import { userOf } from '../../lib/answers.mjs';

export default function authenticate(event) {
  event.context.user = userOf(getHeader(event, 'authorization'));
}
