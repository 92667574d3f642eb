/** By year; Microsoft 365 has the newest. */
export type WordVersion = 2007 | 2010 | 2013 | 2016 | 2019 | 2021 | 2024
