interface Option {
  key: string;
  label: string;
  note: string;
}

interface OptionListProps<O extends Option> {
  /** The field refers to the list by it, and to an option by it and the option's place. */
  id: string;
  label: string;
  className: string;
  options: readonly O[];
  chosen: number;
  onChoose(option: O): void;
}

/** The list below a field in which a name is searched. The field keeps the focus and handles the keys, an option only the pointer. */
export function OptionList<O extends Option>(props: OptionListProps<O>) {
  const { id, label, className, options, chosen, onChoose } = props;
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="palette__entry"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span className="truncate" dir="auto">
            {option.label}
          </span>
          <span className="secondary truncate" dir="auto">
            {option.note}
          </span>
        </div>
      ))}
    </div>
  );
}
