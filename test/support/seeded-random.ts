// The sample data of the product is made with the same generator.
export { SeededRandom } from '../../electron/sample/seeded-random.ts';
