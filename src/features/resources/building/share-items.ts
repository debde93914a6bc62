import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { Complain, GrowingModel } from './create-resource-model.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Gives another list of the items of a resource the addresses that they have there. */
export function shareItems(model: GrowingModel, models: ReadonlyMap<string, ResourceModel>, complain: Complain): void {
  const { itemsOf } = model.definition;
  if (itemsOf === undefined) return;
  const home = models.get(itemsOf);
  if (home === undefined || home === model) {
    const meant = didYouMean(itemsOf, [...models.keys()]);
    complain(
      'itemsOf',
      home ? `"${itemsOf}" is the resource itself` : `There is no resource "${itemsOf}"`,
      meant && home === undefined ? `Did you mean "${meant}"?` : `Name one of ${[...models.keys()].join(', ')}`,
      'ORIEL_RESOURCE_ITEMS_OF',
    );
  } else model.iri = (item, uri) => home.iri(item, uri);
}
