const dayFormat = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const numberFormat = new Intl.NumberFormat('fr-FR', { useGrouping: false });
const euroFormat = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', useGrouping: false });

/** `2027-02-01` → `1er février 2027`: French writes the first of a month as an ordinal. */
export function frenchDay(isoDate: string): string {
  return dayFormat.format(new Date(`${isoDate}T00:00:00Z`)).replace(/^1 /, '1er ');
}

/** `7.5` → `7,5`. */
export function frenchNumber(value: number): string {
  return numberFormat.format(value);
}

/** `4.5` → `4,50 €`. */
export function frenchEuros(value: number): string {
  return euroFormat.format(value);
}
