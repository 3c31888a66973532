/** How far the ratios of single rounds lie apart, `0.81-0.90`. */
export function showRatios(ratios: readonly number[]): string {
  return `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
}
