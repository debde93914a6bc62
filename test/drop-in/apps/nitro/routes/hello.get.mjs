import { HELLO } from '../../lib/answers.mjs';

export default () => HELLO;
