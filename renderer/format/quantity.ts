export { formatBytes, formatCount } from '../../shared/quantity.ts';
