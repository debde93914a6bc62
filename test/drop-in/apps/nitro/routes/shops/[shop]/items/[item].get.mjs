export default ({ context: { params } }) => ({ shop: params.shop, item: params.item });
