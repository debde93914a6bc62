import type { ResourceModel } from '../model/resource-model.ts';
import type { Complain } from './create-resource-model.ts';

/** The usual order shows in which sequence items come, and in cursors, which anybody can read. */
export function checkOrder({ order, field, page, definition }: ResourceModel, complain: Complain): void {
  for (const key of order.filter((each) => Object.hasOwn(definition.order ?? {}, each.field))) {
    const found = field.get(key.field);
    const [reason, fix] =
      found === undefined
        ? [`"${key.field}" is no field of the schema`, `Name one of ${[...field.keys()].join(', ')}`]
        : found.read === 'nobody'
          ? [
              `Nobody may read "${key.field}", but the order would tell of it`,
              'Order by a field that somebody may read',
            ]
          : found.read !== 'everybody' && page.by === 'cursor'
            ? [
                `Not everybody may read "${key.field}", but cursors would tell what it holds`,
                'Order by a field that everybody may read, or page by offset',
              ]
            : [];
    if (reason !== undefined) complain(`order.${key.field}`, reason, fix!, 'ORIEL_RESOURCE_ORDER');
  }
}
