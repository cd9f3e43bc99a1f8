/** What is shown where a part of the page breaks: words, and a way on. */

import { Component, type ComponentChildren } from "preact";

interface BoundaryProps {
  /** What breaks, such as "The table". */
  readonly what: string;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly failure: unknown;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static override getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render() {
    const { failure } = this.state;
    const { what, children } = this.props;
    if (failure === undefined) {
      return children;
    }
    return (
      <div class="note note-failure" role="alert">
        <p>
          <strong>{what} cannot be shown: this is a fault of the page.</strong> What has been saved is kept. The fault
          says: {failure instanceof Error ? failure.message : String(failure)}
        </p>
        <p>
          <button type="button" onClick={() => this.setState({ failure: undefined })}>
            Show it again
          </button>{" "}
          <button type="button" onClick={() => location.reload()}>
            Load the page again
          </button>
        </p>
      </div>
    );
  }
}
