/** What others hear of a resource when it changes. */
export interface LiveDefinition<Item> {
  /**
   * Tell only those who may read: who gets a page of the resource gets a token for its updates along with it. Default: where
   * not everybody may read everything. `false` is refused there.
   */
  readonly private?: boolean;
  /**
   * What an update says: the item as it is now (`item`, the default), or its address alone, so that whoever hears of it reads
   * it anew and the rules are asked again. With `address`, rules may look at each item: who has read one hears of that one.
   */
  readonly payload?: 'item' | 'iri';
  /** Further topics of an item's updates, beside its address. Of a private one, whoever has a token for any of them hears it. */
  readonly topics?: (item: Item) => string | readonly string[];
}
