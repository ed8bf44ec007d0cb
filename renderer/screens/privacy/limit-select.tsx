import type { ComponentProps } from 'react';
import { Select } from '../../components/select.tsx';
import { formatBytes } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';
import { AGES, limitOf, NO_LIMIT, SIZES, withCurrent } from './limits.ts';

const words = messages.privacy;

interface LimitProps extends Pick<ComponentProps<'select'>, 'id' | 'aria-label'> {
  /** Null for no limit. */
  value: number | null;
  onChange(limit: number | null): void;
}

interface Limits {
  choices: readonly number[];
  nameOf(limit: number): string;
  none: string;
}

function LimitSelect(props: LimitProps & Limits) {
  const { choices, nameOf, none, value, onChange, ...rest } = props;
  return (
    <Select {...rest} value={value ?? NO_LIMIT} onChange={(event) => onChange(limitOf(event.target.value))}>
      {withCurrent(choices, value).map((limit) => (
        <option key={limit} value={limit}>
          {nameOf(limit)}
        </option>
      ))}
      <option value={NO_LIMIT}>{none}</option>
    </Select>
  );
}

/** Chooses the number of days for which receipts stay. */
export function AgeSelect(props: LimitProps) {
  return <LimitSelect {...props} choices={AGES} nameOf={words.days} none={words.forever} />;
}

/** Chooses the number of bytes that receipts may take. */
export function SizeSelect(props: LimitProps) {
  return <LimitSelect {...props} choices={SIZES} nameOf={formatBytes} none={words.noSizeLimit} />;
}
