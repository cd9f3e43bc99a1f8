/** The service that this page came from. */

import { connect } from "carnegie-client";

export const service = connect(location.origin);
