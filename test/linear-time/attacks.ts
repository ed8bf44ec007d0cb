import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Expression } from './expressions.ts';

/** Characters that most classes have some of, behind those that the expression itself names. */
const OTHER_CHARACTERS = [...' a0./\\-_"\':A\n\t\r|&;(<>[{', '\u0301', 'é', '字'];
/** Variants of one element that are tried. */
const MOST_VARIANTS = 3;
/** Characters that few classes have. With them at its ends, a repeat is no match of an expression that is bound to an end. */
const ODD = '\u2028\0';

/** Samples of the texts that an element matches, and of the repeats in it. */
class Sampler {
  readonly #flags: string;
  readonly #characters: string[];
  readonly #groups = new Map<AST.CapturingGroup, string>();
  /** The text before each element that can repeat, and what one round of it matches. */
  readonly repeats: { before: string; round: string }[] = [];
  /** The texts that the expression matches from its beginning up to each element. */
  readonly beginnings = new Set<string>();

  constructor({ source, flags }: Expression) {
    this.#flags = flags.replace(/[dgy]/g, '');
    const named = [...source.replaceAll(/\\[nrtvfdDwWsSbBpPux]/g, '')].filter(
      (each) => !'^$?*+'.includes(each),
    );
    this.#characters = [...new Set([...named, ...OTHER_CHARACTERS])];
  }

  /** Returns texts that an element matches. The first is the one before others. */
  textsOf(element: AST.Element | AST.CharacterClassElement, before: string): string[] {
    switch (element.type) {
      case 'Character':
        return [String.fromCodePoint(element.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const isOf = new RegExp(`^(?:${element.raw})$`, this.#flags.replace('m', ''));
        return this.#characters.filter((each) => isOf.test(each)).slice(0, MOST_VARIANTS);
      }
      case 'Group':
      case 'CapturingGroup': {
        const texts = element.alternatives.map((each) => this.walk(each, before));
        if (element.type === 'CapturingGroup') this.#groups.set(element, texts[0] ?? '');
        return texts.toSorted((one, other) => other.length - one.length).slice(0, MOST_VARIANTS);
      }
      case 'Quantifier': {
        const rounds = this.textsOf(element.element as AST.Element, before);
        if (element.max > 1) this.repeats.push(...rounds.map((round) => ({ before, round })));
        return [(rounds[0] ?? '').repeat(Math.max(element.min, element.max > 0 ? 1 : 0))];
      }
      case 'Backreference':
        return [this.#groups.get([element.resolved].flat()[0] as AST.CapturingGroup) ?? ''];
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
          for (const each of element.alternatives) this.walk(each, before);
        }
        return [''];
      default:
        return [''];
    }
  }

  /** Returns a text that the elements of an alternative match in their order. */
  walk({ elements }: AST.Alternative | AST.Pattern['alternatives'][number], before: string): string {
    let text = '';
    for (const element of elements) {
      text += this.textsOf(element, before + text)[0] ?? '';
      this.beginnings.add(before + text);
    }
    return text;
  }
}

/** Returns the repeats that can make an expression search again what it has searched, as functions of their length. */
export function attacksOn(expression: Expression): ((length: number) => string)[] {
  const { source, flags } = expression;
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const sampler = new Sampler(expression);
  for (const alternative of pattern.alternatives) sampler.walk(alternative, '');
  const attacks = new Set<string>();
  const add = (before: string, round: string) => {
    if (round === '') return;
    for (const end of ['', ODD]) attacks.add(JSON.stringify([before, round, end]));
    if (before === '') attacks.add(JSON.stringify([ODD, round, ODD]));
  };
  for (const { before, round } of sampler.repeats) {
    add(before, round);
    add('', before + round);
  }
  for (const beginning of sampler.beginnings) {
    add('', beginning);
    for (const character of new Set(beginning)) add('', character);
  }
  return [...attacks].map((attack) => {
    const [before, round, end] = JSON.parse(attack) as [string, string, string];
    return (length) => before + round.repeat(Math.ceil(length / round.length)) + end;
  });
}
