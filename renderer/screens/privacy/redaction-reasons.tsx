import type { ControlResult } from '../../../shared/control.ts';
import { messages } from '../../messages/index.ts';

const words = messages.privacy;

type Explanation = NonNullable<ControlResult<'redaction.preview'>['explanations']>[number];

/** Returns the line and the column of a position, counted from 1. */
function placeOf(text: string, { start, end }: Explanation): string {
  const before = text.slice(0, start);
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return words.tryPlaceAt(before.split('\n').length, column, end - start);
}

/** Says for each place of a text that is masked, or nearly was, which rule or which words make it one. */
export function RedactionReasons(props: { text: string; explanations: readonly Explanation[] | undefined }) {
  const { text, explanations } = props;
  if (explanations === undefined) return <p className="group__note">{words.tryWhyTooLong}</p>;
  if (explanations.length === 0) return null;
  return (
    <details className="trial__file">
      <summary>{words.tryWhy}</summary>
      <p className="group__note">{words.tryWhyNote}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="trial__lines" aria-label={words.tryWhy} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.tryPlace}</th>
              <th scope="col">{words.tryRule}</th>
              <th scope="col">{words.tryReasons}</th>
            </tr>
          </thead>
          <tbody>
            {explanations.map((one) => (
              <tr key={`${one.start}-${one.end}-${one.rule}`}>
                <td>{placeOf(text, one)}</td>
                <td>
                  <code>{one.rule}</code>, {words.tryIsRemoved(one.isMasked)}
                </td>
                <td>
                  {one.reasons.length === 0 ? (
                    words.tryRuleMatches
                  ) : (
                    <ul className="trial__reasons">
                      {one.reasons.map(({ name, weight }) => (
                        <li key={name}>{words.tryReason(name, weight)}</li>
                      ))}
                    </ul>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
