import type { ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** Id of the control that the label names. Without it, the label only heads what is below. */
  control?: string;
  children: ReactNode;
}

/** Shows a label above a control and what belongs to it. */
export function Field({ label, control, children }: FieldProps) {
  return (
    <div className="field">
      {control === undefined ? (
        <span className="field__label">{label}</span>
      ) : (
        <label className="field__label" htmlFor={control}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}
