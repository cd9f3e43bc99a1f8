"""The Carnegie move advisor's engine: components, rules, valuation and decisions, without I/O."""
