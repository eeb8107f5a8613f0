//! Messages with types of other crates, as a schema.

use bytes::Bytes;
use glam::{Affine2, Affine3A, DAffine3, DMat3, DQuat, DVec2, DVec3, DVec4, IVec2, IVec3};
use glam::{IVec4, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3A, Vec4};
use godot_var::GodotVar;

#[derive(GodotVar)]
pub struct Both {
    pub a: Vec2,
    pub b: glam::Vec3,
    pub c: Vec3A,
    pub d: Quat,
    pub e: Mat3,
    pub f: Mat3A,
    pub g: Affine2,
    pub h: Affine3A,
    pub i: DVec2,
    pub j: DVec3,
    pub k: DQuat,
    pub l: DMat3,
    pub m: DAffine3,
    pub n: Vec<glam::f32::Vec3>,
    pub o: Option<[glam::DAffine2; 2]>,
    pub p: Bytes,
}

#[derive(GodotVar)]
pub struct Four {
    pub a: Vec4,
    pub b: Mat4,
    pub c: IVec2,
    pub d: IVec3,
    pub e: IVec4,
    pub f: DVec4,
    pub g: glam::DMat4,
}
