export { formatBytes } from '../../shared/quantity.ts';

const integer = new Intl.NumberFormat('en');

export const formatCount = (count: number): string => integer.format(count);
