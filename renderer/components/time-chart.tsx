import { type PointerEvent, useRef, useState } from 'react';
import { formatCount } from '../format/quantity.ts';
import { binName } from '../format/time.ts';
import { messages } from '../messages/index.ts';

const HEIGHT = 40;
/** A bar that means something can always be seen. */
const LEAST = 2;

/** The part of a bin that stays empty on each side of its bar. */
const BAR_MARGIN = 0.1;

export interface ChartRow {
  key: string;
  label: string;
  /** One number for each bin. */
  values: readonly number[];
  /** Times without recording. */
  pauses?: readonly { from: string; until: string | null }[];
}

interface TimeChartProps {
  /** What the bars count, as the chart's name. */
  name: string;
  edges: readonly string[];
  rows: readonly ChartRow[];
  /** Called with the span that the user dragged over, and the row in which the drag began. */
  onSelect(since: string, until: string, key: string): void;
}

/** Bars over time, one line for each row. A drag selects a span. The same numbers are in a table below. */
export function TimeChart({ name, edges, rows, onSelect }: TimeChartProps) {
  const bins = edges.length - 1;
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  return (
    <figure className="chart" aria-label={name}>
      {rows.map((row) => (
        <div key={row.key} className="chart__row">
          <span className="chart__label truncate" dir="auto" title={row.label}>
            {row.label}
          </span>
          <Bars row={row} edges={edges} most={most} onSelect={onSelect} />
          <span className="chart__sum numeric">
            {formatCount(row.values.reduce((sum, value) => sum + value, 0))}
          </span>
        </div>
      ))}
      <div className="chart__row chart__axis secondary" aria-hidden>
        <span />
        <span className="chart__ticks">
          <span>{binName(edges[0]!, edges[1]!)}</span>
          <span>{binName(edges[bins >> 1]!, edges[(bins >> 1) + 1]!)}</span>
          <span>{binName(edges[bins - 1]!, edges[bins]!)}</span>
        </span>
      </div>
      <ChartTable name={name} edges={edges} rows={rows} onSelect={onSelect} />
    </figure>
  );
}

/** Draws the bars of a row as one element. With one for each bar, a quarter of a year has thousands. */
function pathOfBars(values: readonly number[], most: number): string {
  return values
    .map((value, bin) => {
      if (value === 0) return '';
      const height = LEAST + (value / most) * (HEIGHT - LEAST);
      return `M${bin + BAR_MARGIN} ${HEIGHT}v${-height}h${1 - 2 * BAR_MARGIN}v${height}z`;
    })
    .join('');
}

function pathOfPauses(pauses: NonNullable<ChartRow['pauses']>, edges: readonly string[]): string {
  const bins = edges.length - 1;
  const start = Date.parse(edges[0]!);
  const length = Date.parse(edges[bins]!) - start;
  const place = (at: number) => Math.min(bins, Math.max(0, ((at - start) / length) * bins));
  return pauses
    .map(({ from, until }) => {
      const [left, right] = [place(Date.parse(from)), place(until === null ? Date.now() : Date.parse(until))];
      return right > left ? `M${left} 0H${right}V${HEIGHT}H${left}z` : '';
    })
    .join('');
}

function Bars(
  props: Pick<TimeChartProps, 'edges' | 'onSelect'> & {
    row: ChartRow;
    most: number;
  },
) {
  const { row, edges, most, onSelect } = props;
  const bins = edges.length - 1;
  const svg = useRef<SVGSVGElement>(null);
  const [span, setSpan] = useState<{ from: number; to: number } | undefined>(undefined);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const binAt = (event: PointerEvent) => {
    const { left, width } = svg.current!.getBoundingClientRect();
    const part =
      getComputedStyle(svg.current!).direction === 'rtl'
        ? left + width - event.clientX
        : event.clientX - left;
    return Math.min(bins - 1, Math.max(0, Math.floor((part / width) * bins)));
  };
  const total = row.values.reduce((sum, value) => sum + value, 0);
  return (
    <svg
      ref={svg}
      className="chart__bars"
      viewBox={`0 0 ${bins} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={messages.charts.row(row.label, total)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const bin = binAt(event);
        setSpan({ from: bin, to: bin });
      }}
      onPointerMove={(event) => {
        const bin = binAt(event);
        setHovered(bin);
        if (span !== undefined) setSpan({ ...span, to: bin });
      }}
      onPointerCancel={() => setSpan(undefined)}
      onPointerUp={() => {
        if (span === undefined) return;
        setSpan(undefined);
        const [from, to] = [Math.min(span.from, span.to), Math.max(span.from, span.to)];
        onSelect(edges[from]!, edges[to + 1]!, row.key);
      }}
    >
      <g>
        {hovered !== undefined && hovered < bins && row.values[hovered] !== 0 && (
          <title>
            {`${binName(edges[hovered]!, edges[hovered + 1]!)}: ${formatCount(row.values[hovered]!)}`}
          </title>
        )}
        <rect className="chart__ground" width={bins} height={HEIGHT} />
        {row.pauses !== undefined && row.pauses.length > 0 && (
          <path className="chart__pause" d={pathOfPauses(row.pauses, edges)} />
        )}
        <path className="chart__bar" d={pathOfBars(row.values, most)} />
      </g>
      {span !== undefined && (
        <rect
          className="chart__span"
          x={Math.min(span.from, span.to)}
          width={Math.abs(span.to - span.from) + 1}
          height={HEIGHT}
        />
      )}
    </svg>
  );
}

/** The numbers of a chart. Each of them is a button that selects its span, for the keyboard. */
function ChartTable({ name, edges, rows, onSelect }: TimeChartProps) {
  const [open, setOpen] = useState(false);
  const bins = edges
    .slice(0, -1)
    .flatMap((_, bin) => (rows.some(({ values }) => values[bin]! > 0) ? [bin] : []));
  return (
    <details className="chart__table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{messages.charts.asTable}</summary>
      {open && (
        <table className="data">
          <caption className="visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{messages.charts.time}</th>
              {rows.map(({ key, label }) => (
                <th key={key} scope="col" className="data__number" dir="auto">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={edges[bin]}>
                <th scope="row">{binName(edges[bin]!, edges[bin + 1]!)}</th>
                {rows.map(({ key, values }) => (
                  <td key={key} className="data__number">
                    {values[bin] === 0 ? (
                      '–'
                    ) : (
                      <button
                        type="button"
                        className="link-button"
                        onClick={() => onSelect(edges[bin]!, edges[bin + 1]!, key)}
                      >
                        {formatCount(values[bin]!)}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
