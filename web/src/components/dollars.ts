/** An amount with two significant digits: `$0.00043`, `$0.43`, `$12.40`. */
export const dollarText = (amount: number): string => {
  if (amount >= 1) return `$${amount.toFixed(2)}`;
  if (amount === 0) return '$0';
  const places = Math.max(2, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(places)}`;
};
