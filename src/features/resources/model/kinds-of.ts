import type { ResourceModel } from './resource-model.ts';
import type { FieldKind } from '../stores/resource-store.ts';

/** Returns a function that returns the kind of the field at a dotted path. */
export function fieldKindResolver(resource: ResourceModel): (path: string) => FieldKind {
  return (path) => {
    const [first, ...rest] = path.split('.');
    const field = resource.fieldByName.get(first!);
    if (field === undefined || rest.length === 0) return field?.kind ?? 'json';
    return field.link ? fieldKindResolver(field.link.to)(rest.join('.')) : 'json';
  };
}
