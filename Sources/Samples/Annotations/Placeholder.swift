// Filled by the sample.
