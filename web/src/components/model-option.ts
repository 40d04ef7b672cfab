import type { OfferedModel } from '#lib/domain/integrations/models.rules.ts';

const priceText = ({ price }: OfferedModel): string =>
  price
    ? `$${price.input} per million input tokens, $${price.output} output`
    : 'Price not given';

/** A model as an option, with its price. */
export const modelOption = (model: OfferedModel) => ({
  value: model.name,
  label: model.name,
  description: priceText(model),
});
