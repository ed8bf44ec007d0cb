/** The Plinth mark in the colour of the surrounding text. */
export function PlinthMark({ size = 18 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="plinth-mark__light" x="2" y="2.5" width="12" height="1.5" rx="0.5" />
      <path d="M2.5 5h11v1.75h-11zM4 7.5h8v4H4zM2.5 12.25h11V14h-11z" />
    </svg>
  );
}
