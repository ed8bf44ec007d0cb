import { Switch } from 'radix-ui';
import { type ReactNode, useId } from 'react';

/** A titled group of settings. */
export function Group(props: { title: string; note?: string; aside?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="group" aria-labelledby={titleId}>
      <div className="group__head">
        <h2 id={titleId}>{props.title}</h2>
        {props.aside}
      </div>
      {props.note !== undefined && <p className="group__note">{props.note}</p>}
      {props.children}
    </section>
  );
}

/** One line of a group: its label at the left, its control at the right. */
export function Setting(props: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="setting">
      <div>
        <div className="setting__label">{props.label}</div>
        {props.note !== undefined && <div className="setting__note">{props.note}</div>}
      </div>
      {props.children}
    </div>
  );
}

export function SwitchSetting(props: {
  label: string;
  note: string;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  const id = useId();
  const noteId = useId();
  return (
    <div className="setting">
      <div>
        <label className="setting__label" htmlFor={id}>
          {props.label}
        </label>
        <div className="setting__note" id={noteId}>
          {props.note}
        </div>
      </div>
      <Switch.Root
        id={id}
        className="switch"
        aria-describedby={noteId}
        checked={props.checked}
        onCheckedChange={props.onChange}
      >
        <Switch.Thumb className="switch__thumb" />
      </Switch.Root>
    </div>
  );
}
