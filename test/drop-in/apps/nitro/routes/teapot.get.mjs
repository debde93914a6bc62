import { createError } from 'nitro/h3';

export default () => {
  throw createError({ status: 418, message: 'planned: teapot' });
};
